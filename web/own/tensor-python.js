// A program that saves Query, Key and Value, as src/cli/README.md has it too.
export const python = `import numpy as np, torch
from transformers import AutoModelForCausalLM, AutoTokenizer

name, layer = "meta-llama/Llama-2-7b-chat-hf", 2
model, tokenizer = AutoModelForCausalLM.from_pretrained(name), AutoTokenizer.from_pretrained(name)
block, seen, d = model.model.layers[layer].self_attn, {}, model.config.head_dim
for part in "qkv":
    getattr(block, part + "_proj").register_forward_hook(
        lambda _, __, out, part=part: seen.update({part: out[0].unflatten(-1, (-1, d)).transpose(0, 1)}))
text = tokenizer("The captain saw the whale", return_tensors="pt")
with torch.no_grad():
    model(**text)
np.savez("figure.npz", layer=layer, tokens=[tokenizer.decode(i) for i in text["input_ids"][0]],
         **{part: x.float().numpy() for part, x in seen.items()})
`;
