/** Whether a connected edge applies saved settings. There is none yet, and the panel shows that. */
export const hasEdge: boolean = false;
