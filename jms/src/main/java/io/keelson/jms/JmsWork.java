package io.keelson.jms;

/**
 * Result of an operation of management on a destination.
 *
 * @param destination that it was done with
 * @param messages how many messages it was done with
 * @param done what, as a sentence
 */
public record JmsWork(String destination, int messages, String done) {}
