package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Schema;
import io.keelson.deploy.explain.Explanation;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Explanations of applications in JSON. Stateless. */
final class ExplanationJson {
    private static final Schema TEXTS = Schema.list(Schema.TEXT);

    private static final Schema MODULE = Schema.object()
            .with("name", Schema.TEXT)
            .with("kind", Schema.TEXT)
            .maybe("context-root", Schema.TEXT)
            .with(
                    "uses",
                    Schema.list(Schema.object()
                            .with("what", Schema.TEXT)
                            .with("served-by", Schema.TEXT)
                            .with("because", Schema.TEXT)))
            .with(
                    "missing",
                    Schema.list(Schema.object()
                            .with("class", Schema.TEXT)
                            .with("used-by", Schema.TEXT)
                            .with("meaning", Schema.TEXT)))
            .with(
                    "descriptors",
                    Schema.list(Schema.object()
                            .with("file", Schema.TEXT)
                            .with("read", Schema.TRUTH)
                            .with("taken", TEXTS)
                            .with("left", TEXTS)))
            .with(
                    "names",
                    Schema.list(Schema.object()
                            .with("name", Schema.TEXT)
                            .with("used-by", Schema.TEXT)
                            .with("leads-to", TEXTS)))
            .with(
                    "lookups",
                    Schema.list(Schema.object()
                            .with("name", Schema.TEXT)
                            .with("used-by", Schema.TEXT)
                            .with("standing", Schema.TEXT)
                            .maybe("detail", Schema.TEXT)));

    static final Schema EXPLANATION = Schema.object()
            .with("application", Schema.TEXT)
            .maybe("converted", Schema.TEXT)
            .maybe("problem", Schema.TEXT)
            .with("modules", Schema.list(MODULE));

    private ExplanationJson() {}

    static JsonObject of(Explanation explanation) {
        JsonObjectBuilder json = Answer.JSON.createObjectBuilder().add("application", explanation.application());
        if (explanation.converted() != null) {
            json.add("converted", explanation.converted());
        }
        if (explanation.problem() != null) {
            json.add("problem", explanation.problem());
        }
        return json.add("modules", list(explanation.modules(), ExplanationJson::module))
                .build();
    }

    private static JsonObjectBuilder module(Explanation.Module module) {
        JsonObjectBuilder json =
                Answer.JSON.createObjectBuilder().add("name", module.name()).add("kind", module.kind());
        if (module.contextRoot() != null) {
            json.add("context-root", module.contextRoot());
        }
        return json.add("uses", list(module.uses(), ExplanationJson::use))
                .add("missing", list(module.missing(), ExplanationJson::missing))
                .add("descriptors", list(module.descriptors(), ExplanationJson::descriptor))
                .add("names", list(module.names(), ExplanationJson::name))
                .add("lookups", list(module.lookups(), ExplanationJson::lookup));
    }

    private static JsonObjectBuilder use(Explanation.Use use) {
        return Answer.JSON
                .createObjectBuilder()
                .add("what", use.what())
                .add("served-by", use.servedBy())
                .add("because", use.because());
    }

    private static JsonObjectBuilder missing(Explanation.Missing missing) {
        return Answer.JSON
                .createObjectBuilder()
                .add("class", missing.className())
                .add("used-by", missing.usedBy())
                .add("meaning", missing.meaning());
    }

    private static JsonObjectBuilder descriptor(Explanation.Descriptor descriptor) {
        return Answer.JSON
                .createObjectBuilder()
                .add("file", descriptor.file())
                .add("read", descriptor.read())
                .add("taken", texts(descriptor.taken()))
                .add("left", texts(descriptor.left()));
    }

    private static JsonObjectBuilder name(Explanation.Name name) {
        return Answer.JSON
                .createObjectBuilder()
                .add("name", name.name())
                .add("used-by", name.usedBy())
                .add("leads-to", texts(name.leadsTo()));
    }

    private static JsonObjectBuilder lookup(Explanation.Lookup lookup) {
        JsonObjectBuilder json = Answer.JSON
                .createObjectBuilder()
                .add("name", lookup.name())
                .add("used-by", lookup.usedBy())
                .add("standing", lookup.standing().name().toLowerCase(Locale.ROOT));
        return lookup.detail().isEmpty() ? json : json.add("detail", lookup.detail());
    }

    private static <T> JsonArrayBuilder list(List<T> all, Function<T, JsonObjectBuilder> each) {
        JsonArrayBuilder array = Answer.JSON.createArrayBuilder();
        all.forEach(one -> array.add(each.apply(one)));
        return array;
    }

    private static JsonArrayBuilder texts(List<String> texts) {
        JsonArrayBuilder array = Answer.JSON.createArrayBuilder();
        texts.forEach(array::add);
        return array;
    }
}
