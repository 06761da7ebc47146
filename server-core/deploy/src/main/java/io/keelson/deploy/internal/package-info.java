/**
 * The deployer of this server: its subsystem, the phases, and the applications that it runs. One thread an operation; the lock of
 * an application is held for all of it. See docs/design/deployment.md.
 */
@NullMarked
package io.keelson.deploy.internal;

import org.jspecify.annotations.NullMarked;
