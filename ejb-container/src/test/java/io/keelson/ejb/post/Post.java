package io.keelson.ejb.post;

import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes what was handled. */
@Singleton
@Lock(LockType.READ)
public class Post {
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final List<String> tried = new CopyOnWriteArrayList<>();

    public void handled(String what) {
        handled.add(what);
    }

    /** Returns how often it was tried before. */
    public int tried(String what) {
        tried.add(what);
        return (int) tried.stream().filter(what::equals).count() - 1;
    }

    public List<String> all() {
        return handled.stream().sorted().toList();
    }
}
