package io.keelson.ejb.strict;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Singleton;

/** A bean that changes its arguments. */
@Singleton
public class RemotelyBean implements Remotely {
    @Resource
    private SessionContext context;

    private String[] kept = {};

    @Override
    public String[] change(String[] words) {
        words[0] = "changed";
        kept = words;
        return words;
    }

    @Override
    public String kept() {
        return kept[0];
    }

    @Override
    public void take(Object any) {}

    @Override
    public String nothing() {
        String said = "";
        try {
            context.lookup(null);
        } catch (IllegalArgumentException e) {
            said += "no name";
        }
        try {
            context.getBusinessObject(null);
        } catch (IllegalStateException e) {
            said += " no view";
        }
        return said;
    }
}
