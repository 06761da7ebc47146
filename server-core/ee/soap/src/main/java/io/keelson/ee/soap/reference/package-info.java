/** References of components to web services: {@code @WebServiceRef} and {@code service-ref}. Thread-safe. */
@NullMarked
package io.keelson.ee.soap.reference;

import org.jspecify.annotations.NullMarked;
