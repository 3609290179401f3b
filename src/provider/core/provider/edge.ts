/** Whether an edge is connected that applies what is saved. There is none yet, and the panel says so. */
export const hasEdge: boolean = false;
