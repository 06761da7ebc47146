/**
 * MicroProfile Fault Tolerance: asynchronous methods run on the work manager of their application. One executor belongs to each
 * application and ends with it.
 */
@NullMarked
package io.keelson.ee.microprofile.tolerance;

import org.jspecify.annotations.NullMarked;
