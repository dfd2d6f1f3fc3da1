/** How many questions were put to the converter class of a job, whatever became of them. */
export interface Questions {
  readonly asked: number;
}
