package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;

/**
 * Reads text into {@link YamlNode}s, from the parser's events. One document; no anchors, aliases, merge keys or tags:
 * each is reported, and reading goes on. The depth is bounded, so no input can exhaust the stack, and as nothing is ever
 * copied by an alias the tree is never larger than the text.
 */
final class YamlReader {
    private static final int MAX_DEPTH = 64;

    private final String file;
    private final String text;
    private final int bom;
    private final int[] offsets;
    private final List<Problem> problems;
    private final Iterator<Event> events;

    private YamlReader(String file, String text, List<Problem> problems) {
        this.file = file;
        this.text = text;
        this.problems = problems;
        this.bom = text.startsWith("\uFEFF") ? 1 : 0;
        this.offsets = offsets(text, bom);
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setUseMarks(true)
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        this.events = new Parse(settings).parseString(text.substring(bom)).iterator();
    }

    /** The root of the text, or null when the document is empty or broken; what is wrong is added to the problems. */
    static @Nullable YamlNode read(String file, String text, List<Problem> problems) {
        try {
            return new YamlReader(file, text, problems).document();
        } catch (MarkedYamlEngineException e) {
            problems.add(syntax(file, e));
        } catch (ReaderException e) {
            problems.add(unprintable(file, text, e));
        } catch (Refused e) {
            problems.add(e.problem);
        } catch (RuntimeException e) {
            // The parser answers some broken input with an exception that has no place.
            problems.add(new Problem(file, 1, 1, "", "not YAML: " + e.getMessage()));
        }
        return null;
    }

    private static Problem syntax(String file, MarkedYamlEngineException e) {
        Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
        String what = e.getProblem() == null ? "syntax error" : e.getProblem();
        String context = e.getContext() == null ? "" : " (" + e.getContext() + ')';
        int line = mark.map(m -> m.getLine() + 1).orElse(1);
        int column = mark.map(m -> m.getColumn() + 1).orElse(1);
        return new Problem(file, line, column, "", "not YAML: " + what.strip() + context);
    }

    private static Problem unprintable(String file, String text, ReaderException e) {
        int bom = text.startsWith("\uFEFF") ? 1 : 0;
        int at = Math.min(
                text.length(),
                text.offsetByCodePoints(0, Math.min(text.codePointCount(0, text.length()), e.getPosition() + bom)));
        TextPlace place = TextPlace.of(text, at);
        String message = String.format(Locale.ROOT, "a character that YAML does not allow: U+%04X", e.getCodePoint());
        return new Problem(file, place.line(), place.column(), "", message);
    }

    /** From the index of a code point to the offset of its first char; the parser counts code points. */
    private static int[] offsets(String text, int bom) {
        int points = text.codePointCount(bom, text.length());
        int[] offsets = new int[points + 1];
        int at = bom;
        for (int i = 0; i < points; i++) {
            offsets[i] = at;
            at += Character.charCount(text.codePointAt(at));
        }
        offsets[points] = at;
        return offsets;
    }

    private @Nullable YamlNode document() {
        YamlNode root = null;
        int documents = 0;
        while (events.hasNext()) {
            Event event = events.next();
            if (event instanceof DocumentStartEvent && ++documents > 1) {
                throw new Refused(problem(event, "a second document; " + file + " is one document"));
            }
            if (event instanceof NodeEvent node) {
                root = node(node, 0);
            }
        }
        return root;
    }

    private YamlNode node(NodeEvent event, int depth) {
        if (depth > MAX_DEPTH) {
            throw new Refused(problem(event, "nested deeper than " + MAX_DEPTH + " levels"));
        }
        refuseAnchor(event);
        if (event instanceof ScalarEvent scalar) {
            refuseTag(event, scalar.getTag());
            return scalar(scalar);
        }
        if (event instanceof SequenceStartEvent sequence) {
            refuseTag(event, sequence.getTag());
            return sequence(sequence, depth);
        }
        if (event instanceof MappingStartEvent mapping) {
            refuseTag(event, mapping.getTag());
            return mapping(mapping, depth);
        }
        // An alias: refused above; reading goes on as if nothing stood there.
        return new YamlNode.Scalar("", true, false, span(event, end(event)));
    }

    private YamlNode.Scalar scalar(ScalarEvent event) {
        boolean block = event.isLiteral() || event.isFolded();
        int end = block ? endOfBlock(start(event), end(event)) : end(event);
        return new YamlNode.Scalar(event.getValue(), event.isPlain(), block, span(event, end));
    }

    /** The parser ends a block scalar behind the empty lines that follow; they are nobody's unless kept with "+". */
    private int endOfBlock(int start, int end) {
        int header = start;
        while (header < end && text.charAt(header) != '\n' && text.charAt(header) != '#') {
            if (text.charAt(header) == '+') {
                return end;
            }
            header++;
        }
        int last = end;
        while (last > start && Character.isWhitespace(text.charAt(last - 1))) {
            last--;
        }
        return last;
    }

    private YamlNode.Sequence sequence(SequenceStartEvent start, int depth) {
        List<YamlNode> items = new ArrayList<>();
        Event event = events.next();
        int end = end(start);
        while (event instanceof NodeEvent item) {
            YamlNode node = node(item, depth + 1);
            items.add(node);
            end = node.span().end();
            event = events.next();
        }
        boolean flow = start.isFlow();
        return new YamlNode.Sequence(List.copyOf(items), flow, span(start, flow ? end(event) : end));
    }

    private YamlNode.Mapping mapping(MappingStartEvent start, int depth) {
        List<YamlNode.Entry> entries = new ArrayList<>();
        Event event = events.next();
        int end = end(start);
        while (event instanceof NodeEvent keyEvent) {
            YamlNode key = node(keyEvent, depth + 1);
            YamlNode value = node((NodeEvent) events.next(), depth + 1);
            if (key instanceof YamlNode.Scalar name) {
                addEntry(entries, keyEvent, name, value);
            } else {
                problems.add(problem(keyEvent, "a key must be a name, not a list or a mapping"));
            }
            end = value.span().end();
            event = events.next();
        }
        boolean flow = start.isFlow();
        return new YamlNode.Mapping(List.copyOf(entries), flow, span(start, flow ? end(event) : end));
    }

    private void addEntry(List<YamlNode.Entry> entries, Event event, YamlNode.Scalar key, YamlNode value) {
        if (key.plain() && key.text().equals("<<")) {
            problems.add(problem(event, "merge keys are not supported; write the keys out"));
        } else if (!(event instanceof AliasEvent)) {
            entries.add(new YamlNode.Entry(key, value));
        }
    }

    private void refuseAnchor(NodeEvent event) {
        if (event instanceof AliasEvent) {
            problems.add(problem(event, "aliases are not supported; write the value out"));
        } else if (event.getAnchor().isPresent()) {
            problems.add(problem(event, "anchors are not supported; write the value out where it is needed"));
        }
    }

    private void refuseTag(Event event, Optional<String> tag) {
        tag.ifPresent(name -> problems.add(
                problem(event, "tags are not supported; remove " + name.replace("tag:yaml.org,2002:", "!!"))));
    }

    private Problem problem(Event event, String message) {
        YamlNode.Span at = span(event, 0);
        return new Problem(file, at.line(), at.column(), "", message);
    }

    private int start(Event event) {
        return offsets[event.getStartMark().orElseThrow().getIndex()];
    }

    private int end(Event event) {
        return offsets[event.getEndMark().orElseThrow().getIndex()];
    }

    private YamlNode.Span span(Event event, int end) {
        Mark mark = event.getStartMark().orElseThrow();
        return new YamlNode.Span(start(event), end, mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** Reading cannot go on. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Problem problem;

        Refused(Problem problem) {
            super(problem.message(), null, false, false);
            this.problem = problem;
        }
    }
}
