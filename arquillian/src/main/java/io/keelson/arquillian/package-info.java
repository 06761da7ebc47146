/**
 * An Arquillian container adapter: users' own tests deploy to a Keelson server that the tests start (managed) or that runs
 * already (remote). A client: it knows the server by its command and its management interface only, and brings nothing of it
 * to the class path of the tests.
 *
 * <p>Arquillian makes one {@link io.keelson.arquillian.KeelsonContainer} for each container of {@code arquillian.xml} and
 * calls it from the threads of the tests; it is thread-safe. See docs/manual/testing.md.
 */
@NullMarked
package io.keelson.arquillian;

import org.jspecify.annotations.NullMarked;
