/** A caller of the cluster's counter: the same on every server. */
package io.keelson.examples.counter.web;
