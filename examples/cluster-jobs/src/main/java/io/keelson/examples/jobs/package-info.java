/** Work that a cluster does once: a timer, and a poller of a directory. Both come with their application. */
package io.keelson.examples.jobs;
