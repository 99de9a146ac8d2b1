import { parseColourKeyframes } from './colour-keyframes.js';

/** The lake's colours from before sunrise into the night. */
export const lakeColours = parseColourKeyframes(`
  seconds top     middle  low     far     mid     near    water   sun
  0       #1b2150 #4d4180 #c4879f #5f5488 #3d3a6b #232649 #252a55 #ffc9a0
  10      #5b74b8 #e0a9bb #ffdcb4 #a98fb4 #74699b #434a78 #5a6a9d #ffe2b0
  24      #3a8ccf #86c4ea #e2f2f4 #93b9d2 #5c92a6 #2f6a74 #2e7fa8 #fff6d8
  36      #4d5da3 #f0a772 #ffdc90 #c08a86 #8a5f78 #4d3d5f #6d5a80 #fff0b8
  44      #2f2b60 #b44a6c #ff9a5c #8a4466 #5b3058 #301f42 #42264f #ffb070
  53      #070c26 #122050 #2f4079 #202d5c #151f45 #0b122e #0c1638 #ffb070
`);
