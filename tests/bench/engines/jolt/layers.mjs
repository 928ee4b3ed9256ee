// What is fixed meets only what moves.
export const fixedLayer = 0;
export const movingLayer = 1;
