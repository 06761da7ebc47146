/**
 * MicroProfile JWT: bearer tokens as the login of web modules. SmallRye verifies tokens; the roles are those of the container. No state
 * but that of the application's beans.
 */
@NullMarked
package io.keelson.ee.microprofile.jwt;

import org.jspecify.annotations.NullMarked;
