package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a test needs of a browser: cookies, redirects, forms and the page seen last. */
final class Browser {
    private static final String FORM = "application/x-www-form-urlencoded";

    private final CookieManager cookies = new CookieManager();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(cookies)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private final String base;
    private String page = "";

    Browser(LiveServer server, String contextPath) {
        this.base = "http://" + server.address() + contextPath;
    }

    URI uri(String path) {
        return URI.create(base + path);
    }

    private HttpResponse<String> send(HttpRequest request) throws Exception {
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        page = answer.body();
        return answer;
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
        return send((headers.length == 0 ? request : request.headers(headers)).build());
    }

    HttpResponse<String> send(String method, String path, String type, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .header("Content-Type", type)
                .method(method, BodyPublishers.ofString(body));
        return send((headers.length == 0 ? request : request.headers(headers)).build());
    }

    HttpResponse<String> json(String path, String body) throws Exception {
        return send("POST", path, "application/json", body);
    }

    /** A form, with more fields given as they are encoded. */
    HttpResponse<String> post(String path, String form, String... more) throws Exception {
        String all = form + Stream.of(more).map(field -> "&" + field).reduce("", String::concat);
        return send("POST", path, FORM, all);
    }

    /** A form of the page seen last, with the state that Faces keeps in it. */
    HttpResponse<String> submit(String path, String form) throws Exception {
        return post(path, form, field("jakarta.faces.ViewState"));
    }

    /** As a script of Wicket's does. */
    HttpResponse<String> ajax(String path, String baseUrl) throws Exception {
        return get(path, "Wicket-Ajax", "true", "Wicket-Ajax-BaseURL", baseUrl);
    }

    /** A multipart form with one file, {@code upload.txt}. */
    HttpResponse<String> upload(String path, String field, String content, String... headers) throws Exception {
        String body = "--b0undary\r\nContent-Disposition: form-data; name=\"" + field
                + "\"; filename=\"upload.txt\"\r\nContent-Type: text/plain\r\n\r\n" + content + "\r\n--b0undary--\r\n";
        return send("POST", path, "multipart/form-data; boundary=b0undary", body, headers);
    }

    /** Lines as they come. */
    CompletableFuture<HttpResponse<Stream<String>>> later(String path) {
        return client.sendAsync(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofLines());
    }

    CompletableFuture<HttpResponse<String>> laterJson(String path, String body) {
        return client.sendAsync(
                HttpRequest.newBuilder(uri(path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    /** A field of a form on the page seen last, encoded as {@code name=value}. */
    String field(String name) {
        Matcher input = Pattern.compile("<input[^>]*name=\"" + Pattern.quote(name) + "\"[^>]*>")
                .matcher(page);
        assertThat(input.find()).as("the field " + name + " in " + page).isTrue();
        return name + "=" + URLEncoder.encode(attribute(input.group(), "value"), StandardCharsets.UTF_8);
    }

    /** The first attribute of that name on the page seen last. */
    String attribute(String name) {
        return attribute(page, name);
    }

    private static String attribute(String html, String name) {
        Matcher found = Pattern.compile(name + "=\"([^\"]*)\"").matcher(html);
        assertThat(found.find()).as("the attribute " + name + " in " + html).isTrue();
        return found.group(1).replace("&amp;", "&");
    }

    /** Drops a cookie. */
    void forget(String cookie) {
        cookies.getCookieStore().getCookies().stream()
                .filter(each -> each.getName().equals(cookie))
                .toList()
                .forEach(each -> cookies.getCookieStore().remove(null, each));
    }

    static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }
}
