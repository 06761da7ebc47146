/**
 * The log: what an operator may see, its catalogue, and handlers that never make a request wait.
 *
 * <p>Whoever logs only formats the message and puts it on a bounded queue; one writer thread a destination (console, file,
 * access log) does the rest. A full queue drops and counts; a dead disk is reported and retried. {@link
 * io.keelson.base.log.Logging} is where to begin, docs/design/log.md tells the whole.
 */
@NullMarked
package io.keelson.base.log;

import org.jspecify.annotations.NullMarked;
