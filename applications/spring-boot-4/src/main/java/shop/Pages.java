package shop;

import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.multipart.MultipartFile;

@Controller
public class Pages {
    @GetMapping("/")
    @SuppressWarnings("unchecked")
    String basket(Model model, HttpSession session) {
        Object items = session.getAttribute("items");
        model.addAttribute("items", items == null ? List.of() : (List<String>) items);
        return "basket";
    }

    @PostMapping("/")
    @SuppressWarnings("unchecked")
    String add(@RequestParam String item, HttpSession session) {
        Object before = session.getAttribute("items");
        List<String> items = new ArrayList<>(before == null ? List.of() : (List<String>) before);
        items.add(item);
        session.setAttribute("items", items);
        return "redirect:/";
    }

    @PostMapping("/list")
    @ResponseBody
    Map<String, Object> upload(@RequestParam MultipartFile file) throws Exception {
        return Map.of("name", String.valueOf(file.getOriginalFilename()), "lines", new String(file.getBytes()).lines().count());
    }

    @GetMapping("/orders")
    @ResponseBody
    Map<String, String> orders(Principal customer) {
        return Map.of("customer", customer.getName());
    }

    @GetMapping("/broken")
    String broken() {
        throw new IllegalStateException("broken on purpose");
    }
}
