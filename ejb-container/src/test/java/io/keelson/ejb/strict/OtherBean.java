package io.keelson.ejb.strict;

import jakarta.ejb.Stateless;

/** A second bean with the same remote interface. */
@Stateless
public class OtherBean implements Remotely {
    @Override
    public String[] change(String[] words) {
        return words;
    }

    @Override
    public String kept() {
        return "other";
    }

    @Override
    public void take(Object any) {}

    @Override
    public String nothing() {
        return "other";
    }
}
