/** A small application to copy: a servlet, a filter, an asynchronous servlet and a static file. */
package io.keelson.examples.hello;
