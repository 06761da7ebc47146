package io.keelson.ejb.management;

/**
 * Work of management.
 *
 * @param timer that it was done with
 * @param done what, as a sentence
 */
public record EjbWork(String timer, String done) {}
