package io.keelson.ejb.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The rules of the specification that a bean has broken. All findings about a module are reported together. Not thread-safe.
 */
public final class BeanRules {
    private final List<String> findings = new ArrayList<>();

    /**
     * Notes a broken rule.
     *
     * @param section of Enterprise Beans 4.0 Core, as {@code 4.9.2}
     * @param where the class, or class and member
     * @param message what is wrong and what is allowed
     */
    public void broken(String section, String where, String message) {
        findings.add(where + ": " + message + " (Enterprise Beans 4.0 Core, " + section + ")");
    }

    /**
     * Notes a broken rule of entity beans.
     *
     * @param section of Enterprise JavaBeans 2.1, as {@code 12.2.2}
     * @param where the place in the descriptor, or the class and member
     * @param message what is wrong and what is allowed
     */
    public void brokenByEntity(String section, String where, String message) {
        findings.add(where + ": " + message + " (Enterprise JavaBeans 2.1, " + section + ")");
    }

    /** Returns the findings, in the order in which they were made. */
    public List<String> findings() {
        return List.copyOf(findings);
    }
}
