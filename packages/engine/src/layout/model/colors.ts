/** Colour channels from this on are white to the eye. */
const WHITE = 253;

/** Whether all channels of a colour (0xRRGGBB) are that of white, or at least this bright. */
export const isWhite = (color: number, least = WHITE): boolean =>
  [16, 8, 0].every((shift) => ((color >> shift) & 255) >= least);
