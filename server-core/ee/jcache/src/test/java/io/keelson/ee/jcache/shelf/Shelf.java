package io.keelson.ee.jcache.shelf;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.FactoryBuilder;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.integration.CompletionListenerFuture;
import javax.cache.processor.EntryProcessor;

/** Does what its path says with caches of the domain and its own. */
@WebServlet("/do/*")
public class Shelf extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource
    private transient CacheManager manager;

    @Resource(lookup = "java:comp/cache/demo")
    private transient Cache<String, String> demo;

    @Inject
    private transient CacheManager injected;

    @Inject
    @Named("demo")
    private transient Cache<String, String> named;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(answer(request.getPathInfo().substring(1)));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private Object answer(String what) throws Exception {
        return switch (what) {
            case "same" -> {
                CacheManager asked = Caching.getCachingProvider().getCacheManager();
                yield (asked == manager) + " " + (injected == manager) + " " + (named == demo) + " "
                        + (asked.getCache("demo", String.class, String.class) == demo) + " " + manager.getURI();
            }
            case "domain" -> domain();
            case "objects" -> objects();
            case "types" -> manager.getCache("demo", String.class, Integer.class);
            case "create" -> manager.createCache("demo", new MutableConfiguration<String, String>());
            case "destroy" -> {
                manager.destroyCache("demo");
                yield "";
            }
            case "add" -> demo.invoke("count", new Adding());
            case "get" -> demo.get("kept");
            case "local" -> local();
            case "load" -> load();
            default -> {
                System.getProperties().put("keelson.test.loader", new WeakReference<>(Shelf.class.getClassLoader()));
                yield "remembered";
            }
        };
    }

    private Object domain() {
        demo.clear();
        List<Object> seen = new ArrayList<>();
        demo.put("kept", "1");
        seen.add(demo.getAndPut("kept", "2"));
        seen.add(demo.putIfAbsent("kept", "3"));
        seen.add(demo.replace("kept", "1", "4"));
        seen.add(demo.replace("kept", "2", "5"));
        seen.add(demo.getAndReplace("none", "6"));
        seen.add(demo.remove("kept", "2"));
        demo.put("gone", "7");
        seen.add(demo.getAndRemove("gone"));
        seen.add(new TreeMap<>(demo.getAll(Set.of("kept", "gone"))));
        Set<String> keys = new TreeSet<>();
        demo.forEach(each -> keys.add(each.getKey() + "=" + each.getValue()));
        seen.add(keys);
        return seen;
    }

    private Object objects() {
        Cache<String, Book> books = manager.getCache("books", String.class, Book.class);
        books.put("b", new Book("JSR 107", 1));
        boolean replaced = books.replace("b", new Book("JSR 107", 1), new Book("JSR 107", 2));
        return replaced + " " + books.get("b");
    }

    private Object local() throws Exception {
        Cache<Integer, Book> books = manager.getCache("local", Integer.class, Book.class);
        if (books == null) {
            MutableConfiguration<Integer, Book> described = new MutableConfiguration<Integer, Book>()
                    .setTypes(Integer.class, Book.class)
                    .setStatisticsEnabled(true)
                    .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(new Duration(TimeUnit.HOURS, 1)))
                    .addCacheEntryListenerConfiguration(new MutableCacheEntryListenerConfiguration<>(
                            FactoryBuilder.factoryOf(Watch.class), null, true, false));
            books = manager.createCache("local", described);
        }
        Book mine = new Book("mine", 1);
        books.put(1, mine);
        Book read = books.get(1);
        Watch.TOLD.await(10, TimeUnit.SECONDS);
        return read.equals(mine) + " " + (read == mine) + " " + Watch.where;
    }

    private Object load() throws Exception {
        MutableConfiguration<String, String> described = new MutableConfiguration<String, String>()
                .setTypes(String.class, String.class)
                .setReadThrough(true)
                .setCacheLoaderFactory(FactoryBuilder.factoryOf(Librarian.class));
        try (Cache<String, String> loading = manager.createCache("loading", described)) {
            CompletionListenerFuture done = new CompletionListenerFuture();
            loading.loadAll(Set.of("a", "b"), false, done);
            done.get(60, TimeUnit.SECONDS);
            return loading.containsKey("a") + " " + loading.get("b") + " " + loading.get("c");
        }
    }

    /** Adds one to a number that is text. */
    private static final class Adding implements EntryProcessor<String, String, String> {
        @Override
        public String process(javax.cache.processor.MutableEntry<String, String> entry, Object... arguments) {
            String next = Integer.toString(entry.exists() ? Integer.parseInt(entry.getValue()) + 1 : 1);
            entry.setValue(next);
            return next + Arrays.toString(arguments);
        }
    }
}
