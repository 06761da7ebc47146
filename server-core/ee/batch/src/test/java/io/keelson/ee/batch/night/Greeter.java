package io.keelson.ee.batch.night;

import jakarta.enterprise.context.ApplicationScoped;

@ApplicationScoped
public class Greeter {
    public String greet(String name) {
        return "hello " + name;
    }
}
