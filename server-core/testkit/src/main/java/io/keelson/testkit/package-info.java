/**
 * Servers in a test: real ones in the test's JVM ({@link io.keelson.testkit.TestServer}), time that the test drives
 * ({@link io.keelson.testkit.ManualTicker}), work that runs when the test says so
 * ({@link io.keelson.testkit.ManualWorkManagers}) and archives ({@link io.keelson.testkit.TestArchive}).
 *
 * <p>Each test owns what it makes and closes it. What is one per JVM is listed in docs/design/testkit.md.
 */
@NullMarked
package io.keelson.testkit;

import org.jspecify.annotations.NullMarked;
