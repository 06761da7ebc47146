/**
 * REST Client: RESTEasy's implementation, with the application's executor, and without what it would remember of applications that are
 * gone. Stateless, but for what is attached to loaders of applications.
 */
@NullMarked
package io.keelson.ee.microprofile.client;

import org.jspecify.annotations.NullMarked;
