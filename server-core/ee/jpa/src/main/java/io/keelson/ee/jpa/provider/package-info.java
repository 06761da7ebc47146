/**
 * Providers of persistence units: the server's Hibernate, or one that an application brings.
 * {@link io.keelson.ee.jpa.provider.UnitProviders} chooses. Classes that an application's own provider must see as its own are defined in
 * the application's loader.
 */
@NullMarked
package io.keelson.ee.jpa.provider;

import org.jspecify.annotations.NullMarked;
