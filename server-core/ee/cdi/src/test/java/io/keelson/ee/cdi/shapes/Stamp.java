package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;

/** What components of the web container put into a request. */
@RequestScoped
@Named
public class Stamp {
    private String text = "";

    /** Adds a remark. */
    public void add(String remark) {
        text += remark;
    }

    /** Returns the remarks. */
    public String getText() {
        return text;
    }
}
