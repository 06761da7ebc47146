package guestbook;

import jakarta.servlet.http.HttpSession;
import jakarta.validation.Valid;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

@Controller
public class Pages {
    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final List<DeferredResult<String>> waiting = new CopyOnWriteArrayList<>();

    @GetMapping("/")
    String list(Model model, HttpSession session) {
        Integer visits = (Integer) session.getAttribute("visits");
        session.setAttribute("visits", visits == null ? 1 : visits + 1);
        model.addAttribute("entries", entries).addAttribute("entry", new Entry());
        return "list";
    }

    /** Posted with the form's own token: not exempted from the check. */
    @PostMapping("/")
    String add(@Valid @ModelAttribute("entry") Entry entry, BindingResult result, Model model, RedirectAttributes flash) {
        if (result.hasErrors()) {
            model.addAttribute("entries", entries);
            return "list";
        }
        entries.add(entry);
        waiting.forEach(w -> w.setResult(entry.getText()));
        flash.addFlashAttribute("message", "Thank you, " + entry.getName());
        return "redirect:/";
    }

    @GetMapping("/entries")
    @ResponseBody
    List<Entry> json() {
        return new ArrayList<>(entries);
    }

    @PostMapping("/entries")
    @ResponseBody
    @ResponseStatus(HttpStatus.CREATED)
    Entry post(@Valid @RequestBody Entry entry) {
        entries.add(entry);
        waiting.forEach(w -> w.setResult(entry.getText()));
        return entry;
    }

    @GetMapping("/next")
    @ResponseBody
    DeferredResult<String> next() {
        DeferredResult<String> result = new DeferredResult<>(300L, "nothing came");
        waiting.add(result);
        result.onCompletion(() -> waiting.remove(result));
        return result;
    }

    @GetMapping("/callable")
    Callable<String> callable(Model model) {
        return () -> {
            model.addAttribute("entries", entries).addAttribute("entry", new Entry());
            return "list";
        };
    }

    /**
     * Waits for what never comes. Spring interrupts it at the time-out before it answers, and takes whichever comes first, its own answer
     * or the exception of the interrupted task: so this one lets Spring go first.
     */
    @GetMapping("/late")
    @ResponseBody
    WebAsyncTask<String> late() {
        return new WebAsyncTask<>(100L, () -> {
            CountDownLatch never = new CountDownLatch(1);
            try {
                never.await();
            } catch (InterruptedException timeOut) {
                never.await(1, TimeUnit.SECONDS);
            }
            return "never";
        });
    }

    /** One event at once, the others each a little later. */
    @GetMapping("/events")
    SseEmitter events() {
        SseEmitter emitter = new SseEmitter();
        CompletableFuture.runAsync(() -> tick(emitter, 0));
        return emitter;
    }

    private static void tick(SseEmitter emitter, int number) {
        try {
            emitter.send(SseEmitter.event().id("" + number).data(Map.of("tick", number)));
            if (number == 2) {
                emitter.complete();
            } else {
                CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(() -> tick(emitter, number + 1));
            }
        } catch (Exception e) {
            emitter.completeWithError(e);
        }
    }

    @GetMapping("/stream")
    StreamingResponseBody stream() {
        return out -> {
            for (int i = 0; i < 1_000; i++) {
                out.write(("line " + i + "\n").getBytes());
            }
        };
    }

    @PostMapping("/picture")
    @ResponseBody
    String upload(@RequestParam("picture") MultipartFile picture, @RequestParam String title) throws Exception {
        return title + " " + picture.getOriginalFilename() + " " + picture.getBytes().length;
    }

    @GetMapping("/members/area")
    @ResponseBody
    String members(Principal who) {
        return "hello " + who.getName();
    }

    @GetMapping("/only-members")
    @PreAuthorize("hasRole('MEMBER')")
    @ResponseBody
    String onlyMembers() {
        return "inside";
    }

    @GetMapping("/users/{name}")
    @ResponseBody
    String user(@PathVariable String name) {
        return name;
    }

    @GetMapping("/broken")
    String broken() {
        throw new IllegalStateException("broken on purpose");
    }

    @GetMapping("/handled")
    String handled() {
        throw new UnsupportedOperationException("handled");
    }

    @ExceptionHandler(UnsupportedOperationException.class)
    @ResponseStatus(HttpStatus.NOT_IMPLEMENTED)
    @ResponseBody
    String handle(UnsupportedOperationException e) {
        return "not here: " + e.getMessage();
    }
}
