/** The pages of the clock. */
package io.keelson.examples.clock.web;
