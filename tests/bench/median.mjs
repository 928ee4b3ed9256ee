/** The middle value; of an even number of values the upper one of the two. @param {number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
