package io.keelson.component.batch;

/**
 * Work of management.
 *
 * @param execution the number of the execution that it was done with, or that has begun
 * @param done what, as a sentence
 */
public record BatchWork(long execution, String done) {}
