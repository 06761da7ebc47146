<%@ page contentType="text/html; charset=UTF-8" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="form" uri="http://www.springframework.org/tags/form" %>
<%@ taglib prefix="s" uri="http://www.springframework.org/tags" %>
<!DOCTYPE html>
<html>
<head><link rel="stylesheet" href="<c:url value='/static/style.css'/>"></head>
<body>
<p>visits ${sessionScope.visits}</p>
<c:if test="${not empty message}"><p class="message"><c:out value="${message}"/></p></c:if>
<ul><c:forEach items="${entries}" var="e" varStatus="at"><li>${at.count}: <s:htmlEscape defaultHtmlEscape="true"/><c:out value="${e.name}"/>: <c:out value="${e.text}"/></li></c:forEach></ul>
<form:form method="post" modelAttribute="entry">
  <form:input path="name"/><form:errors path="name" cssClass="error"/>
  <form:textarea path="text"/><form:errors path="text" cssClass="error"/>
  <button>Write</button>
</form:form>
</body>
</html>
