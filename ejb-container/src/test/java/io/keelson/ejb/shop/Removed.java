package io.keelson.ejb.shop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The beans that were removed. */
public final class Removed {
    private static final List<String> BEANS = Collections.synchronizedList(new ArrayList<>());

    private Removed() {}

    public static void add(String bean) {
        BEANS.add(bean);
    }

    public static String take() {
        String all = BEANS.toString();
        BEANS.clear();
        return all;
    }
}
