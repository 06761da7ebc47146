/**
 * Who somebody is and what that allows: realms of users and groups, and the verifiers of their passwords.
 */
@NullMarked
package io.keelson.security;

import org.jspecify.annotations.NullMarked;
