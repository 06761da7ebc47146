/**
 * The tree of management as MBeans of the JVM's own MBean server, made of the records that the other interfaces are made of: nothing is
 * listed here by name. One thread, {@code keelson.management.Jmx}, registers what comes, takes away what goes, and tells of states that
 * have changed. No port is opened here; {@code io.keelson.admin.jmx.remote} does where the configuration says so. docs/design/jmx.md.
 */
@NullMarked
package io.keelson.admin.jmx;

import org.jspecify.annotations.NullMarked;
