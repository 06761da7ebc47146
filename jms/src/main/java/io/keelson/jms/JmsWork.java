package io.keelson.jms;

/**
 * What management has done with a destination.
 *
 * @param destination that it was done with
 * @param messages how many messages it was done with
 * @param done what, as a sentence
 */
public record JmsWork(String destination, int messages, String done) {}
