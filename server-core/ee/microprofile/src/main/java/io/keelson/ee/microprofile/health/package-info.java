/**
 * MicroProfile Health: the checks of applications beside the server's own answers under {@code /health}. The list of applications belongs
 * to {@link io.keelson.ee.microprofile.health.HealthEndpoint}; checks run on the work managers of their applications.
 */
@NullMarked
package io.keelson.ee.microprofile.health;

import org.jspecify.annotations.NullMarked;
