package io.keelson.kernel.naming;

/**
 * Somebody who goes on using what a name leads to.
 *
 * @param by as messages name it: {@code application shop}
 * @param content whether it is lost when the name leads to something of other content: a lease that is kept there
 */
public record NameUse(String by, boolean content) {}
