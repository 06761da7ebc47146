package io.keelson.embedded.beans.shop;

import jakarta.annotation.PostConstruct;

/** Has no annotation of a bean: descriptors of tests make it one. */
public class Plain {
    /** Returns its class. */
    public Class<?> type() {
        return Plain.class;
    }

    /** A callback that fails. */
    public static class Broken extends Plain {
        @PostConstruct
        void fails() {
            throw new IllegalArgumentException("nothing works here");
        }
    }
}
