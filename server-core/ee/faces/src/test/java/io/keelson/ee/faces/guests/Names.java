package io.keelson.ee.faces.guests;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

@ApplicationScoped
public class Names {
    private final List<String> all = new CopyOnWriteArrayList<>();

    public List<String> all() {
        return all;
    }

    public String polite(String name) {
        return "dear " + name;
    }
}
