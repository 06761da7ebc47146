package io.keelson.ee.cdi.shapes;

/** Without an annotation; an extension makes it a bean. */
public class Added {
    /** Returns where it comes from. */
    public String origin() {
        return "added by an extension";
    }
}
