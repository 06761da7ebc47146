package io.keelson.admin.rest;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import jakarta.json.JsonConfig;
import jakarta.json.JsonObject;
import jakarta.json.JsonReaderFactory;
import jakarta.json.stream.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request to a resource: what its route took from the path, its query and its body. Confined to one thread. */
public final class Call {
    /** The largest body of JSON that an operation takes where it says nothing else, in bytes. */
    public static final int MOST_JSON = 64 * 1024;

    /** Of a member that is there twice one would be taken, and who sent it may have meant the other. Does not look at what follows. */
    private static final JsonReaderFactory ONCE =
            Answer.JSON.createReaderFactory(Map.of(JsonConfig.KEY_STRATEGY, JsonConfig.KeyStrategy.NONE));

    private final HttpExchange exchange;
    private final byte @Nullable [] received;
    private final Caller caller;
    private final List<String> variables;
    private final Optional<Schema.Members> takes;

    /**
     * A call.
     *
     * @param variables what stands for the variable segments of the route
     */
    public Call(HttpExchange exchange, Caller caller, List<String> variables) {
        this(exchange, null, caller, variables, Operation.UNSAID);
    }

    /**
     * A call of an operation that says what it takes.
     *
     * @param received the whole body where it was read before; else null
     */
    Call(
            HttpExchange exchange,
            byte @Nullable [] received,
            Caller caller,
            List<String> variables,
            Operation operation) {
        this.exchange = exchange;
        this.received = received;
        this.caller = caller;
        this.variables = List.copyOf(variables);
        this.takes = operation.takes().get("application/json") instanceof Schema.Members members
                ? Optional.of(members)
                : Optional.empty();
    }

    /** Returns who calls. Where the route needs no login it may be {@link Caller#NOBODY}. */
    public Caller caller() {
        return caller;
    }

    /** The request and its response. */
    public HttpExchange exchange() {
        return exchange;
    }

    /** The variable part of the path, decoded. */
    public String variable() {
        return variable(0);
    }

    /** The variable part of that number, from 0, decoded; that of {@code **} as it is. */
    public String variable(int index) {
        return variables.get(index);
    }

    /** The client, for the log. */
    public String client() {
        return Addresses.text(exchange.remoteAddress());
    }

    /** The parameters of the query, each of which must be known and there once. */
    public Map<String, String> query(Set<String> known) throws Problem {
        Map<String, String> parameters = new LinkedHashMap<>();
        String query = exchange.request().query();
        if (query == null || query.isEmpty()) {
            return parameters;
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            if (!known.contains(name)) {
                throw Problem.badRequest("Unknown parameter '" + name + "'; "
                        + (known.isEmpty() ? "there are none here" : "known are " + String.join(", ", known)));
            }
            if (parameters.put(name, value) != null) {
                throw Problem.badRequest("The parameter '" + name + "' is there twice");
            }
        }
        return parameters;
    }

    /**
     * A page of what there is, and where the next one is (RFC 8288) if there is more.
     *
     * @param found what comes behind {@code after}, one more than the page has where there is more
     * @param limit how many are on a page
     */
    public <T> Page<T> page(List<T> found, int limit, Function<T, String> after) {
        if (found.size() <= limit) {
            return new Page<>(found, Map.of());
        }
        List<T> shown = found.subList(0, limit);
        StringBuilder next = new StringBuilder(exchange.request().path()).append('?');
        String query = exchange.request().query();
        for (String pair : query == null ? new String[0] : query.split("&")) {
            if (!pair.isEmpty() && !pair.startsWith("after=")) {
                next.append(pair).append('&');
            }
        }
        next.append("after=").append(PercentEncoding.of(after.apply(shown.get(limit - 1))));
        return new Page<>(shown, Map.of("Link", "<" + next + ">; rel=\"next\""));
    }

    /**
     * Some of many.
     *
     * @param shown what is on the page
     * @param fields what the answer says of the next one
     */
    public record Page<T>(List<T> shown, Map<String, String> fields) {}

    /** A parameter that is true or false; false where it is not there. */
    public boolean flag(Map<String, String> parameters, String name) throws Problem {
        String value = parameters.getOrDefault(name, "false");
        return switch (value) {
            case "true", "" -> true;
            case "false" -> false;
            default -> throw Problem.badRequest("The parameter '" + name + "' is true or false");
        };
    }

    /**
     * Returns what must be there still for the request to be carried out: its {@code If-Match} (RFC 9110, 13.1.1).
     *
     * @throws Problem 400 when that is no list of tags
     */
    public Tags.Expected expected() throws Problem {
        return Tags.expected(exchange.request().headers().all("If-Match"));
    }

    /** The media type of the body, without parameters, in lower case. */
    public Optional<String> contentType() {
        return Optional.ofNullable(exchange.request().headers().get("Content-Type"))
                .map(type -> type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
    }

    /** Returns whether the client would rather have that type than plain text. */
    public boolean accepts(String type) {
        HttpHeaders headers = exchange.request().headers();
        return headers.all("Accept").stream()
                .anyMatch(accept -> accept.toLowerCase(Locale.ROOT).contains(type));
    }

    /** Returns whether the client names that type, and would not rather have the other (RFC 9110, 12.5.1). */
    public boolean prefers(String type, String other) {
        double wanted = quality(type);
        return wanted > 0 && wanted >= quality(other);
    }

    private double quality(String type) {
        return exchange.request().headers().all("Accept").stream()
                .flatMap(field -> Arrays.stream(field.split(",")))
                .map(range -> range.toLowerCase(Locale.ROOT).split(";"))
                .filter(range -> range[0].strip().equals(type))
                .mapToDouble(Call::quality)
                .max()
                .orElse(0);
    }

    private static double quality(String[] range) {
        for (String parameter : range) {
            String one = parameter.strip();
            if (one.matches("q=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)")) {
                return Double.parseDouble(one.substring(2));
            }
        }
        return 1;
    }

    /** The body as a JSON object of at most 64 KiB. */
    public JsonObject json() throws Problem, IOException {
        return json(MOST_JSON);
    }

    /**
     * The body as a JSON object.
     *
     * @param most how many bytes it may have
     */
    public JsonObject json(int most) throws Problem, IOException {
        if (!contentType().orElse("").equals("application/json")) {
            throw Problem.unsupportedMediaType("Send application/json");
        }
        byte[] bytes = small(most);
        try (JsonParser parser = Answer.JSON
                .createParserFactory(Map.of())
                .createParser(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8)) {
            if (!parser.hasNext() || parser.next() != JsonParser.Event.START_OBJECT) {
                throw Problem.badRequest("The body is not a JSON object");
            }
            // Not skipObject: Parsson's never comes back from one that breaks off.
            parser.getObject();
            if (parser.hasNext()) { // it throws, too, where what follows is no JSON
                throw Problem.badRequest("The body is not a JSON object: something follows it");
            }
            JsonObject object = ONCE.createReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8)
                    .readObject();
            check(object);
            return object;
        } catch (RuntimeException e) {
            // Parsson says by a bare one that it is nested too deeply.
            throw Problem.badRequest("The body is not a JSON object: " + e.getMessage());
        }
    }

    /** Refuses members that are not known: they would do nothing, and whoever has misspelt a name would think that they did. */
    private void check(JsonObject object) throws Problem {
        if (takes.isPresent()) {
            Set<String> known = takes.get().members().keySet();
            for (String name : object.keySet()) {
                if (!known.contains(name)) {
                    throw Problem.badRequest(
                            "Unknown member '" + name + "' in the body; known are " + String.join(", ", known));
                }
            }
        }
    }

    private byte[] small(int most) throws Problem, IOException {
        if (received != null) {
            if (received.length > most) {
                throw tooLarge(most);
            }
            return received;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int n = exchange.body().read(buffer, 0, buffer.length);
                n >= 0;
                n = exchange.body().read(buffer, 0, buffer.length)) {
            bytes.write(buffer, 0, n);
            if (bytes.size() > most) {
                throw tooLarge(most);
            }
        }
        return bytes.toByteArray();
    }

    /** The refusal of a body that has more bytes than those. */
    public static Problem tooLarge(int most) {
        return Problem.notDone(413, "Content too large", "The body has at most " + most / 1024 + " KiB", List.of());
    }

    /** Decodes a part of the target (RFC 3986, 2.1), strictly. */
    public static String decode(String part) throws Problem {
        if (part.indexOf('%') < 0) {
            return part;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(part.length());
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (c != '%') {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            int high = i + 2 <= part.length() - 1 ? Character.digit(part.charAt(i + 1), 16) : -1;
            int low = i + 2 <= part.length() - 1 ? Character.digit(part.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) {
                throw Problem.badRequest("The address has a % that is not followed by two hexadecimal digits");
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Problem.badRequest("The address is not UTF-8");
        }
    }
}
