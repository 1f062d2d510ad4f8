/**
 * Knows the stages of Hookline from those of programs. What a program provides may throw; ours do not, so that the question
 * that every event asks needs no guard around it, which would cost a quarter of its time.
 *
 * @since 0.1.0
 */
const known = new WeakSet<object>()

/**
 * Records a stage of Hookline, and returns it. One that decorates others is ours only if they are.
 *
 * @category constructors
 * @since 0.1.0
 */
export const own = <A extends object>(stage: A, ...decorated: ReadonlyArray<object>): A => {
  if (decorated.every(isOwn)) known.add(stage)
  return stage
}

/**
 * Checks whether a stage is Hookline's.
 *
 * @category guards
 * @since 0.1.0
 */
export const isOwn = (stage: object): boolean => known.has(stage)
