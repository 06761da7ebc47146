/** A program that calls the clock's beans from outside of the cluster. */
package io.keelson.examples.clock.client;
