package io.keelson.ejb.roles;

/** An application exception. */
public class Kept extends Exception {}
