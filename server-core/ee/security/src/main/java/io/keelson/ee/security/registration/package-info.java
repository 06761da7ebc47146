/**
 * The modules of Jakarta Authentication that are registered in this JVM, and the file in which a server keeps those that are registered by
 * the names of their classes. {@link io.keelson.ee.security.registration.Registrations} owns the state behind one lock; code of
 * applications is never called under it.
 */
@NullMarked
package io.keelson.ee.security.registration;

import org.jspecify.annotations.NullMarked;
