/**
 * The driver of the ECperf study: agents that carry out business transactions by HTTP, their response times, and the check of the
 * data after each run. It knows nothing of servers and how they are started.
 */
@NullMarked
package io.keelson.perf.ecperf;

import org.jspecify.annotations.NullMarked;
