// The choices of a question, as its link has them: two to five, separated by a slash.
import {spell, unspell} from '../controls/text.js';

const MOST_CHOICES = 5;

/** @param {string} spelled @returns {string[]} */
export const choicesIn = spelled =>
  spelled
    ? unspell(spelled)
        .split('/')
        .map(choice => choice.trim())
        .slice(0, MOST_CHOICES)
    : [];

/** @param {string[]} choices */
export const choicesOut = choices => spell(choices.map(choice => choice.trim()).join('/'));
