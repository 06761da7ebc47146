/** The data grid that {@code perf/run users} starts for the row {@code cache}. */
@NullMarked
package io.keelson.perf.grid;

import org.jspecify.annotations.NullMarked;
