package io.keelson.kernel.work;

import java.time.Duration;
import java.util.List;

/**
 * A thread that has been at one piece of work for too long: an execute thread, or another one that must come back soon.
 *
 * @param thread its name
 * @param workManager whose work it is; of a watched thread its role in brackets, as {@code (reader)}
 * @param busy how long it has been seen at it, at the last look
 * @param stack where it stands now, the innermost frame first
 */
public record StuckThread(String thread, String workManager, Duration busy, List<StackTraceElement> stack) {}
